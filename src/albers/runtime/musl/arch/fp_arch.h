/* Nothing to add: musl's barriers in plain C do. This header keeps those in assembly away. */
