//! The languages of outside engines as typed messages. No input or output happens here.
