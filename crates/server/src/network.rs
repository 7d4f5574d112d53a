//! Which addresses belong together.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The addresses of one visitor as one: in IPv6 everybody has at least a /64.
pub(crate) fn host(addr: IpAddr) -> IpAddr {
    shorten(addr, 32, 64)
}

/// The addresses of one customer of a provider as one: an IPv4 /24, an IPv6 /56.
pub(crate) fn prefix(addr: IpAddr) -> IpAddr {
    shorten(addr, 24, 56)
}

fn shorten(addr: IpAddr, v4_bits: u32, v6_bits: u32) -> IpAddr {
    match addr.to_canonical() {
        IpAddr::V4(addr) => {
            let mask = u32::MAX << (32 - v4_bits);
            Ipv4Addr::from_bits(addr.to_bits() & mask).into()
        }
        IpAddr::V6(addr) => {
            let mask = u128::MAX << (128 - v6_bits);
            Ipv6Addr::from_bits(addr.to_bits() & mask).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_visitor_are_one() {
        let parse = |text: &str| text.parse::<IpAddr>().unwrap();
        for (addr, one, many) in [
            ("192.0.2.77", "192.0.2.77", "192.0.2.0"),
            ("::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0"),
            (
                "2001:db8:1:2ff:a:b:c:d",
                "2001:db8:1:2ff::",
                "2001:db8:1:200::",
            ),
        ] {
            assert_eq!(host(parse(addr)), parse(one));
            assert_eq!(prefix(parse(addr)), parse(many));
        }
    }
}
