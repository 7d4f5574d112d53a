#![no_main]

use yomikiri_server::messages::{read_client_message, read_study_message};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let errors = [read_client_message(text).1.err(), read_study_message(text).1.err()];
    for error in errors.into_iter().flatten() {
        assert_eq!(error.body.code, "bad_json");
        assert!(error.body.message.len() < 4000);
    }
});
