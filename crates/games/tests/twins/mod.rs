//! Twins: the same games written again, apart from the rule files and their compiler.
//!
//! `slow` is as obvious as possible and judges correctness; `hand_anpanman` is as fast as a person
//! would write it and judges speed.

#![allow(dead_code, reason = "each test and benchmark uses the twins it needs")]

pub(crate) mod hand_anpanman;
pub(crate) mod slow;
