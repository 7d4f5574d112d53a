//! Twins: the same games written again, apart from the rule files and their compiler.
//!
//! `slow` and `slow_janken` are as obvious as possible and judge correctness; `hand_anpanman` is as
//! fast as a person would write it and judges speed.

#![allow(dead_code, reason = "each test and benchmark uses the twins it needs")]

pub(crate) mod hand_anpanman;
pub(crate) mod slow;
pub(crate) mod slow_janken;
