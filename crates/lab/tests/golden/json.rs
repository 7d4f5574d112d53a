//! Reading JSON values, and writing them so that nothing depends on the order of fields.

use serde_json::Value;

pub(crate) fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("expected text, got {value}"))
}

pub(crate) fn number(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("expected a number, got {value}"))
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("expected a list, got {value}"))
}

/// One line: fields by name, fractions to four digits, nothing that is empty.
pub(crate) fn line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields
                .iter()
                .filter(|(_, value)| !is_empty(value))
                .collect();
            fields.sort_by_key(|(name, _)| *name);
            let field = |(name, value): &(&String, &Value)| format!("{name}={}", line(value));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(" "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(line).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.to_string(),
            None => {
                let rounded = format!("{:.4}", number.as_f64().unwrap_or(f64::NAN));
                rounded.trim_end_matches('0').trim_end_matches('.').into()
            }
        },
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}
