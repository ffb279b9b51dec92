//! Which class files an address has: a bucket is listed, a web server has a `manifest.json`.
//! Where a manifest has outlines of the files, a question does not take whole indices.

use std::collections::BTreeMap;

use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::internal::format::{Outline, parse_class_name};
use quixotic_tablebase::store::{Manifest, ManifestClass, ManifestError};

use crate::address::{Address, S3Address};
use crate::bucket::ListPage;
use crate::client::Get;
use crate::error::FetchError;
use crate::fetch::{Fetcher, FileRequest, limit_time, retry};
use crate::url::encode_value;
use crate::version::Version;

/// The class files, with what is known of them.
#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) versions: BTreeMap<Class, Version>,
    /// What is in them, and where they are in an archive.
    pub(crate) manifest: Option<Manifest>,
}

impl Files {
    /// What is known of the file of a class under these rules, if the list is about it.
    pub(crate) fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        let manifest = self.manifest.as_ref()?;
        let is_listed = self.versions.get(&class)?.length == Some(manifest.entry(class)?.bytes);
        manifest.outline(rules, class).filter(|_| is_listed)
    }

    /// The files that a manifest lists.
    fn listed(manifest: Manifest) -> Files {
        let file = |file: &ManifestClass| (file.class(), Version::with_length(file.bytes));
        Files {
            versions: manifest.classes.iter().map(file).collect(),
            manifest: Some(manifest),
        }
    }

    /// The manifest, if class files are parts of larger ones.
    pub(crate) fn archive(&self) -> Option<&Manifest> {
        self.manifest.as_ref().filter(|found| found.is_archive())
    }
}

/// Bytes of a list of files at most, whether it is a manifest or all pages of a bucket's.
const LONGEST_LIST: u64 = 16 << 20;

/// Pages of a bucket's list at most, of 1000 objects each.
const MOST_PAGES: usize = 64;

/// Lists the class files.
pub(crate) async fn list(fetcher: &Fetcher, address: &Address) -> Result<Files, FetchError> {
    let manifest = read_manifest(fetcher, address);
    let files = match address {
        Address::Web { .. } => Files::listed(manifest.await?),
        Address::S3(bucket) => {
            let (versions, has_manifest) = list_bucket(fetcher, bucket).await?;
            // The files can be read without it, so whatever is wrong with it is no error, nor
            // that it takes too long.
            let manifest = match has_manifest {
                true => limit_time(manifest).await.ok(),
                false => None,
            };
            match manifest {
                Some(archive) if archive.is_archive() && versions.is_empty() => {
                    Files::listed(archive)
                }
                // Class files on their own are what they are, whatever else is beside them.
                manifest => Files {
                    versions,
                    manifest: manifest.filter(|found| !found.is_archive()),
                },
            }
        }
    };
    match files.versions.is_empty() {
        true => Err(FetchError::NoClassFiles),
        false => Ok(files),
    }
}

/// The class files in a bucket, and whether there is a manifest.
async fn list_bucket(
    fetcher: &Fetcher,
    address: &S3Address,
) -> Result<(BTreeMap<Class, Version>, bool), FetchError> {
    let (mut versions, mut has_manifest) = (BTreeMap::new(), false);
    let (mut token, mut limit) = (None, LONGEST_LIST);
    for _ in 0..MOST_PAGES {
        let request = FileRequest {
            get: list_request(address, token.as_deref()),
            version: Version::default(),
            limit,
        };
        let page = retry(async || {
            let (_, bytes) = fetcher.fetch_once(&request).await?;
            let page = ListPage::parse(&bytes).ok_or(FetchError::UnexpectedAnswer)?;
            Ok((page, bytes.len() as u64))
        });
        let (page, length) = page.await.map_err(|error| match error {
            FetchError::NotFound => FetchError::NoBucket,
            FetchError::AnswerTooLong { .. } => FetchError::ListingTooLong,
            error => error,
        })?;
        for object in &page.objects {
            let name = object.key.strip_prefix(&address.prefix);
            let class = name.and_then(parse_class_name);
            versions.extend(class.map(|class| (class, Version::of_object(object))));
            has_manifest |= name == Some(Manifest::NAME);
        }
        limit -= length;
        token = page.next;
        if token.is_none() {
            return Ok((versions, has_manifest));
        }
    }
    Err(FetchError::ListingTooLong)
}

/// A request for a page of the list of a bucket (ListObjectsV2). Objects further down are left
/// out.
fn list_request(address: &S3Address, token: Option<&str>) -> Get {
    let mut query = String::new();
    if let Some(token) = token {
        query = format!("continuation-token={}&", encode_value(token));
    }
    query += "delimiter=%2F&list-type=2";
    if !address.prefix.is_empty() {
        query += &format!("&prefix={}", encode_value(&address.prefix));
    }
    Get {
        path: address.bucket_path(),
        query,
        ..Get::default()
    }
}

/// The manifest. One that cannot be read may have been cut off on its way, so it is fetched once
/// more.
pub(crate) async fn read_manifest(
    fetcher: &Fetcher,
    address: &Address,
) -> Result<Manifest, FetchError> {
    match fetch_manifest(fetcher, address).await {
        Err(FetchError::BadManifest(_)) => fetch_manifest(fetcher, address).await,
        read => read,
    }
}

async fn fetch_manifest(fetcher: &Fetcher, address: &Address) -> Result<Manifest, FetchError> {
    let get = Get {
        path: address.path_of(Manifest::NAME),
        ..Get::default()
    };
    let request = FileRequest {
        get,
        version: Version::default(),
        limit: LONGEST_LIST,
    };
    let fetched = retry(|| fetcher.fetch_once(&request)).await;
    let (_, bytes) = fetched.map_err(|error| match error {
        FetchError::NotFound => FetchError::NoManifest,
        error => error,
    })?;
    Manifest::from_bytes(&bytes).map_err(|error| {
        FetchError::BadManifest(match error {
            // Not in the host's own words.
            ManifestError::Foreign(error) => {
                format!("line {}, column {}", error.line(), error.column())
            }
            error => error.to_string(),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufRead, BufReader, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::{Arc, Mutex};
    use std::thread;

    use super::*;
    use crate::client::Client;

    /// Object storage on this machine that answers each request as instructed, and the requests
    /// that it has heard, from their first line to their last header.
    struct Storage {
        address: Address,
        heard: Arc<Mutex<Vec<String>>>,
    }

    impl Storage {
        fn new(
            prefix: &str,
            has_keys: bool,
            answer: impl Fn(&str, &mut TcpStream) -> io::Result<()> + Copy + Send + 'static,
        ) -> Storage {
            let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
            let endpoint = format!("http://{}", listener.local_addr().unwrap());
            let heard: Arc<Mutex<Vec<String>>> = Arc::default();
            let all = Arc::clone(&heard);
            thread::spawn(move || {
                for stream in listener.incoming() {
                    let (mut stream, all) = (stream.unwrap(), Arc::clone(&all));
                    thread::spawn(move || {
                        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                        loop {
                            let head = lines.by_ref().map_while(Result::ok);
                            let head: Vec<String> =
                                head.take_while(|line| !line.is_empty()).collect();
                            let Some(first) = head.first() else { break };
                            all.lock().unwrap().push(head.join("\n"));
                            // The client has gone, which is its right.
                            if answer(first, &mut stream).is_err() {
                                break;
                            }
                        }
                    });
                }
            });
            let variable = |name: &str| match name {
                "AWS_ENDPOINT_URL" => Some(endpoint.clone()),
                "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" => has_keys.then(|| "key".into()),
                _ => None,
            };
            let address = Address::read(&format!("s3://bucket/{prefix}"), variable).unwrap();
            Storage { address, heard }
        }

        async fn list(&self) -> Result<Files, FetchError> {
            let fetcher = Fetcher::new(Client::new(&self.address).unwrap());
            list(&fetcher, &self.address).await
        }
    }

    fn page(stream: &mut TcpStream, content: &str) -> io::Result<()> {
        let page = format!("<ListBucketResult>{content}</ListBucketResult>");
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", page.len());
        stream.write_all((head + &page).as_bytes())
    }

    #[tokio::test]
    async fn all_pages_of_a_bucket_are_listed() {
        for has_keys in [false, true] {
            let storage = Storage::new("a b", has_keys, |line, stream| {
                match line.contains("continuation-token=more%2F%26") {
                    false => page(
                        stream,
                        "<IsTruncated>true</IsTruncated>\
                         <NextContinuationToken>more/&amp;</NextContinuationToken>\
                         <Contents><Key>a b/c01-02.qxc</Key><Size>7</Size></Contents>\
                         <Contents><Key>a b/notes.txt</Key><Size>9</Size></Contents>",
                    ),
                    true => page(
                        stream,
                        "<Contents><Key>a b/c02-02.qxc</Key><Size>8</Size></Contents>",
                    ),
                }
            });
            let files = storage.list().await.unwrap();
            let lengths = files.versions.iter();
            let lengths: Vec<_> = lengths.map(|(&class, file)| (class, file.length)).collect();
            let expected = [(Class::new(1, 2), Some(7)), (Class::new(2, 2), Some(8))];
            assert_eq!(lengths, expected);
            let heard = storage.heard.lock().unwrap();
            let first = "GET /bucket?delimiter=%2F&list-type=2&prefix=a%20b%2F HTTP/1.1\n";
            assert!(heard[0].starts_with(first), "{heard:?}");
            assert_eq!(heard.len(), 2);
            let signed = heard.iter().filter(|head| head.contains("Signature="));
            assert_eq!(signed.count(), if has_keys { 2 } else { 0 });
        }
    }

    #[tokio::test]
    async fn a_page_without_end_is_given_up() {
        let storage = Storage::new("", false, |_, stream| {
            write!(stream, "HTTP/1.1 200 OK\r\n\r\n<ListBucketResult>")?;
            let object = "<Contents><Key>c01-02.qxc</Key><Size>7</Size></Contents>".repeat(1000);
            loop {
                stream.write_all(object.as_bytes())?;
            }
        });
        let listed = storage.list().await;
        assert!(
            matches!(listed, Err(FetchError::ListingTooLong)),
            "{listed:?}"
        );
        assert_eq!(storage.heard.lock().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn pages_without_end_are_given_up() {
        let storage = Storage::new("", false, |_, stream| {
            page(
                stream,
                "<IsTruncated>true</IsTruncated>\
                 <NextContinuationToken>more</NextContinuationToken>",
            )
        });
        let listed = storage.list().await;
        assert!(
            matches!(listed, Err(FetchError::ListingTooLong)),
            "{listed:?}"
        );
        assert_eq!(storage.heard.lock().unwrap().len(), MOST_PAGES);
    }
}
