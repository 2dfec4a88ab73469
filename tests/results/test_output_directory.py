"""Where a run writes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from albers.errors import UserError
from albers.results.output_directory import OutputDirectory


def make(working_directory: Path) -> Path:
    directory = OutputDirectory("", working_directory)
    assert directory.create() == []
    return directory.path


def test_directories_are_numbered_and_the_link_follows(tmp_path: Path) -> None:
    assert [make(tmp_path).name for _ in range(3)] == ["albers-out-0", "albers-out-1", "albers-out-2"]
    assert os.readlink(tmp_path / "albers-last") == "albers-out-2"


def test_a_freed_number_is_not_used_again(tmp_path: Path) -> None:
    (tmp_path / "albers-out-7").mkdir()
    assert make(tmp_path).name == "albers-out-8"


def test_a_file_in_the_way_of_the_number_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "albers-out-0").write_text("mine")
    assert make(tmp_path).name == "albers-out-1"
    assert (tmp_path / "albers-out-0").read_text() == "mine"


def test_a_directory_called_albers_last_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "albers-last").mkdir()
    directory = OutputDirectory("", tmp_path)
    assert "is not a link" in directory.create()[0]
    assert not (tmp_path / "albers-last").is_symlink()


def test_the_chosen_directory_is_made_with_its_parents_and_without_a_link(tmp_path: Path) -> None:
    directory = OutputDirectory(str(tmp_path / "a" / "b"), tmp_path)
    directory.create()
    assert directory.path.is_dir()
    assert not (tmp_path / "albers-last").exists()


def test_an_existing_directory_is_refused_before_anything_happens(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(UserError, match=r"exists already.*--out"):
        OutputDirectory(str(tmp_path / "out"))
    assert list((tmp_path / "out").iterdir()) == []


def test_a_dangling_link_counts_as_existing(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("nowhere")
    with pytest.raises(UserError, match="exists already"):
        OutputDirectory(str(tmp_path / "out"))


def test_a_directory_that_appears_meanwhile_is_refused_too(tmp_path: Path) -> None:
    directory = OutputDirectory(str(tmp_path / "out"))
    (tmp_path / "out").mkdir()
    with pytest.raises(UserError, match="exists already"):
        directory.create()


def test_nothing_is_created_by_choosing(tmp_path: Path) -> None:
    OutputDirectory("", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot create"):
        OutputDirectory(str(tmp_path / "file" / "out")).create()
