//! Against a client that opens all connections there may be and leaves them idle: the others would
//! wait until they are closed one by one.
//!
//! By hand, because the limits of tower count requests, and an idle connection makes none.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Connections of one client at once: browsers have six, and many of them may share an address.
pub(crate) const OF_ONE_CLIENT: usize = 256;

/// How many connections each client has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clients(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Clients {
    /// Counts one more connection of an address; `None` if it has too many.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<Seat> {
        let client = client(address);
        let mut counts = self.counts();
        let count = counts.entry(client).or_default();
        if *count == OF_ONE_CLIENT {
            return None;
        }
        *count += 1;
        let clients = self.clone();
        Some(Seat { clients, client })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that is counted until this is dropped.
pub(crate) struct Seat {
    clients: Clients,
    client: IpAddr,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self.clients.counts();
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

/// Who an address belongs to: a client of IPv6 has a network of 64 bits to itself.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_so_many_connections_and_another_one_its_own() {
        let clients = Clients::default();
        let admit = |address: &str| clients.admit(address.parse().unwrap());
        for (own, alias, other) in [
            ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"),
            ("2001:db8:1:1::1", "2001:db8:1:1:f::2", "2001:db8:1:2::1"),
        ] {
            let mut seats: Vec<Seat> = (0..OF_ONE_CLIENT).filter_map(|_| admit(own)).collect();
            assert_eq!(seats.len(), OF_ONE_CLIENT);
            assert!(admit(own).is_none() && admit(alias).is_none());
            assert!(admit(other).is_some());
            seats.pop();
            assert!(admit(alias).is_some());
        }
        assert!(clients.counts().is_empty());
    }
}
