//! The only way out: requests to the host that was named, and to no other.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use reqwest::header::{
    ACCEPT_ENCODING, AUTHORIZATION, CONTENT_ENCODING, HeaderMap, HeaderValue, RANGE,
};
use reqwest::redirect::Policy;
use reqwest::{StatusCode, Url};
use rustls::crypto::ring;
use url::Origin;

use crate::address::Login;
use crate::trouble::Trouble;

/// Redirections within the host that are followed.
const REDIRECTIONS: usize = 5;

/// Sends requests to one host. Whatever else a library asks for (a service for credentials,
/// where a redirection leads) is refused before a connection is made.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    client: reqwest::Client,
    origin: Origin,
    login: Option<HeaderValue>,
    /// What to do about a host that refuses access.
    hint: Option<&'static str>,
}

impl Guard {
    pub(crate) fn new(
        host: &Url,
        login: Option<&Login>,
        hint: Option<&'static str>,
    ) -> Result<Guard, Trouble> {
        // An error says that there is a provider already.
        let _ = ring::default_provider().install_default();
        let origin = host.origin();
        let named = origin.clone();
        let within = Policy::custom(move |attempt| {
            let is_within = attempt.url().origin() == named;
            match is_within && attempt.previous().len() <= REDIRECTIONS {
                true => attempt.follow(),
                false => attempt.stop(),
            }
        });
        let client = reqwest::Client::builder()
            .user_agent(concat!("quixotic/", env!("CARGO_PKG_VERSION")))
            .redirect(within)
            // Names and passwords are for the host alone.
            .referer(false)
            .build()
            .map_err(|error| Trouble::transport(&error))?;
        Ok(Guard {
            client,
            origin,
            login: login.map(basic),
            hint,
        })
    }

    /// The answer, if it is one to go on with.
    fn check(&self, response: HttpResponse, is_part: bool) -> Result<HttpResponse, Trouble> {
        let status = response.status();
        let is_identity = |value: &HeaderValue| value == "identity";
        let encoding = response.headers().get(CONTENT_ENCODING);
        match status {
            StatusCode::OK if is_part => Err(Trouble::Whole),
            _ if status.is_success() && !encoding.is_none_or(is_identity) => Err(Trouble::Encoded),
            _ if status.is_success() => Ok(response),
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Err(Trouble::Missing),
            StatusCode::PRECONDITION_FAILED | StatusCode::RANGE_NOT_SATISFIABLE => {
                Err(Trouble::Replaced)
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(Trouble::Refused(status, self.hint))
            }
            _ if response.headers().contains_key("x-amz-bucket-region") => Err(Trouble::Region),
            _ if status.is_redirection() => Err(Trouble::Elsewhere(status)),
            _ => Err(Trouble::Status(status)),
        }
    }
}

/// The header of a name and a password.
fn basic(login: &Login) -> HeaderValue {
    let pair = format!("{}:{}", login.name, login.password);
    let header = format!("Basic {}", BASE64_STANDARD.encode(pair));
    let mut header = HeaderValue::from_str(&header).expect("base64 is plain text");
    header.set_sensitive(true);
    header
}

/// Whether a request is for a part of a file.
fn is_part(headers: &HeaderMap) -> bool {
    headers.contains_key(RANGE)
}

#[async_trait::async_trait]
impl HttpService for Guard {
    async fn call(&self, mut request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let failed = |trouble| HttpError::new(HttpErrorKind::Unknown, trouble);
        let url = Url::parse(&request.uri().to_string());
        if !url.is_ok_and(|url| url.origin() == self.origin) {
            return Err(failed(Trouble::OtherHost));
        }
        let headers = request.headers_mut();
        let is_part = is_part(headers);
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        if let Some(login) = &self.login {
            headers.insert(AUTHORIZATION, login.clone());
        }
        let response = HttpService::call(&self.client, request).await;
        let response = response.map_err(|error| failed(Trouble::transport(&error)))?;
        self.check(response, is_part).map_err(failed)
    }
}

impl HttpConnector for Guard {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}
