"""The exceptions a user can cause.

Every one carries a message that says what went wrong and what to do next; the command line prints the message and
ends with exit code 2. Anything else that escapes is a defect of Albers itself.
"""


class UserError(Exception):
    """Bad input: a missing file, an unknown option value, a program that does not compile."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class CompileError(UserError):
    """The compiler refused a source file; the message is the compiler's own text."""
