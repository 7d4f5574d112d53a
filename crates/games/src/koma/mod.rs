//! Small shogi from rule files.
