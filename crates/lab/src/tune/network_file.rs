//! Networks in a file: a line of JSON that says what the network is for, then its numbers, packed.

use serde::{Deserialize, Serialize};
use yomikiri_arena::tune::Param;
use yomikiri_network::{HIDDEN, Layout, Network, PHASES};

const KIND: &str = "network";
/// Version of the format.
const SCHEMA: u32 = 1;

/// What a network is for: it fits nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct NetworkFacts {
    schema: u32,
    kind: String,
    game: String,
    features: usize,
    hidden: usize,
    phases: usize,
    /// The hash of the weights of the evaluation that it corrects.
    evaluation: String,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    facts: NetworkFacts,
    /// The CRC-32 of the numbers.
    sum: u32,
}

impl NetworkFacts {
    pub(crate) fn new(game: &str, layout: &Layout, params: &[Param]) -> Self {
        let weights = params.iter().filter(|param| !param.is_of_search());
        let weights: Vec<String> = weights
            .map(|param| format!("{}={}", param.name, param.start))
            .collect();
        let hash = blake3::hash(weights.join("\n").as_bytes()).to_hex();
        NetworkFacts {
            schema: SCHEMA,
            kind: KIND.to_owned(),
            game: game.to_owned(),
            features: layout.features(),
            hidden: HIDDEN,
            phases: PHASES,
            evaluation: hash[..16].to_owned(),
        }
    }

    /// A name by which the network for a game and an evaluation is kept.
    pub(crate) fn name(&self) -> String {
        format!("network {} {}", self.game, self.evaluation)
    }
}

/// The bytes of a file.
pub(crate) fn write_network(network: &Network, facts: &NetworkFacts) -> std::io::Result<Vec<u8>> {
    let numbers = network.numbers().into_iter();
    let numbers: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
    let head = Head {
        facts: facts.clone(),
        sum: crc32fast::hash(&numbers),
    };
    let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(zstd::encode_all(numbers.as_slice(), 19)?);
    Ok(bytes)
}

/// The network of a file, or why it cannot be used.
pub(crate) fn read_network(
    bytes: &[u8],
    facts: &NetworkFacts,
    layout: &Layout,
) -> Result<Network, String> {
    let line = bytes.iter().take(4096).position(|&byte| byte == b'\n');
    let head = line.and_then(|end| serde_json::from_slice::<Head>(&bytes[..end]).ok());
    let (Some(line), Some(head)) = (line, head.filter(|head| head.facts.kind == KIND)) else {
        return Err("expected a network, got something else".to_owned());
    };
    let got = &head.facts;
    if got.game != facts.game {
        let (wanted, got) = (&facts.game, &got.game);
        return Err(format!("expected a network of {wanted}, got one of {got}"));
    }
    if got.evaluation != facts.evaluation {
        let reason = "the network was trained for an evaluation with other weights";
        return Err(reason.to_owned());
    }
    if got != facts {
        return Err("the network was made by another version of the program".to_owned());
    }
    let damaged = || "the network is damaged".to_owned();
    // Not more than there should be, whatever the file says.
    let size = 2 * Network::numbers_of(layout);
    let mut numbers = Vec::with_capacity(size);
    let packed = zstd::Decoder::new(&bytes[line + 1..]).map_err(|_| damaged())?;
    let mut packed = std::io::Read::take(packed, size as u64 + 1);
    std::io::Read::read_to_end(&mut packed, &mut numbers).map_err(|_| damaged())?;
    if crc32fast::hash(&numbers) != head.sum {
        return Err(damaged());
    }
    let pairs = numbers.chunks_exact(2);
    let numbers: Vec<i16> = pairs
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Network::from_numbers(layout, &numbers).ok_or_else(damaged)
}
