"""Archives as GNU and BSD tools write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.frontend.archive import ArchiveError, Member, read_members


def header(name: str, size: int) -> bytes:
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{size:<10}".encode() + b"`\n"


def entry(name: str, content: bytes) -> bytes:
    return header(name, len(content)) + content + b"\n" * (len(content) % 2)


def written(tmp_path: Path, content: bytes) -> str:
    path = tmp_path / "lib.a"
    path.write_bytes(content)
    return str(path)


def test_gnu_names_short_and_long(tmp_path: Path) -> None:
    names = b"a_name_longer_than_sixteen.o/\nanother_quite_long_name.o/\n"
    content = b"!<arch>\n" + entry("/", b"index") + entry("//", names)
    content += entry("short.o/", b"odd") + entry("/0", b"first") + entry("/30", b"second")
    assert list(read_members(written(tmp_path, content))) == [
        Member("short.o", b"odd"),
        Member("a_name_longer_than_sixteen.o", b"first"),
        Member("another_quite_long_name.o", b"second"),
    ]


def test_bsd_names_stand_before_the_content(tmp_path: Path) -> None:
    content = b"!<arch>\n" + entry("#1/20", b"__.SYMDEF SORTED\0\0\0\0index")
    content += entry("#1/12", b"long name.o\0content") + entry("plain.o", b"x")
    assert list(read_members(written(tmp_path, content))) == [
        Member("long name.o", b"content"),
        Member("plain.o", b"x"),
    ]


def test_the_members_of_a_thin_archive_are_read_from_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "member.o").write_bytes(b"outside")
    content = b"!<thin>\n" + entry("//", b"sub/member.o/\n") + header("/0", 7)
    assert list(read_members(written(tmp_path, content))) == [Member("sub/member.o", b"outside")]
    (tmp_path / "sub" / "member.o").unlink()
    with pytest.raises(ArchiveError, match=r"member sub/member\.o cannot be read: No such file"):
        list(read_members(str(tmp_path / "lib.a")))


@pytest.mark.parametrize(
    "content",
    [b"", b"!<arch>\nnot a header", b"!<arch>\n" + header("a.o/", 99) + b"short", b"!<arch>\n" + entry("/7", b"x")],
)
def test_a_damaged_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ArchiveError):
        list(read_members(written(tmp_path, content)))


def test_an_empty_archive_has_no_members(tmp_path: Path) -> None:
    assert list(read_members(written(tmp_path, b"!<arch>\n"))) == []
