//! The results of the project, `docs/results`: documents as fragments of HTML, and
//! the figures that belong to them.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::Name;
use crate::refusal::{ErrorJson, Refusal};

/// `docs/results`.
#[derive(RustEmbed)]
#[folder = "results"]
pub(crate) struct ResultFiles;

/// The documents about results.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Results)]
pub(crate) struct ListJson {
    /// In the order in which they are best read.
    results: Vec<EntryJson>,
}

/// A document in the list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResultTitle)]
struct EntryJson {
    /// What /api/results/{name} takes.
    name: String,
    /// Its heading.
    title: String,
}

/// A document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Result)]
pub(crate) struct PageJson {
    /// What was asked for.
    name: String,
    /// Its heading.
    title: String,
    /// The text below the heading, a fragment of HTML. Its addresses are relative to the root of the server.
    html: String,
}

/// The documents about results
#[utoipa::path(get, path = "/api/results", responses((status = 200, description = "Their names and titles", body = ListJson)))]
pub(crate) async fn list() -> Response {
    let mut results: Vec<EntryJson> = ResultFiles::iter()
        .filter_map(|file| {
            let name = file.strip_suffix(".md")?.to_owned();
            let title = title(&text(&name)?)?;
            Some(EntryJson { name, title })
        })
        .filter(|entry| entry.name != "README")
        .collect();
    // As the list of results has them.
    let list = text("README").unwrap_or_default();
    results.sort_by_key(|entry| {
        list.find(&format!("({}.md)", entry.name))
            .unwrap_or(usize::MAX)
    });
    kept(Json(ListJson { results }))
}

/// One document about results
#[utoipa::path(
    get,
    path = "/api/results/{name}",
    params(("name" = String, Path, example = "quixo5", description = "One of the documents that /api/results lists")),
    responses(
        (status = 200, description = "The document", body = PageJson),
        (status = 400, description = "The address is not UTF-8", body = ErrorJson),
        (status = 404, description = "There is no such document", body = ErrorJson),
    ),
)]
pub(crate) async fn page(Name(name): Name) -> Result<Response, Refusal> {
    let Some(text) = text(&name) else {
        let error = "there is no such document; /api/results lists them";
        return Err(Refusal::new(StatusCode::NOT_FOUND, error));
    };
    let title = title(&text).unwrap_or_else(|| name.clone());
    let html = render(&text);
    Ok(kept(Json(PageJson { name, title, html })))
}

fn kept(content: impl IntoResponse) -> Response {
    let cache = HeaderValue::from_static("no-cache");
    ([(header::CACHE_CONTROL, cache)], content).into_response()
}

fn text(name: &str) -> Option<String> {
    let file = ResultFiles::get(&format!("{name}.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The first heading.
fn title(text: &str) -> Option<String> {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.map(str::to_owned)
}

/// Markdown as HTML, without its first heading. Markup inside the text is shown as
/// text, and links lead to what is served here or to nowhere.
fn render(text: &str) -> String {
    let mut inside_title = false;
    let mut image: Option<(CowStr, String)> = None;
    let mut left_out = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) if level as usize == 1 => {
            inside_title = true;
            None
        }
        Event::End(TagEnd::Heading(level)) if level as usize == 1 => {
            inside_title = false;
            None
        }
        _ if inside_title => None,
        Event::Html(markup) | Event::InlineHtml(markup) => Some(Event::Text(markup)),
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let target = target(&dest_url);
            left_out.push(target.is_none());
            target.map(|dest_url| {
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            })
        }
        Event::End(TagEnd::Link) if left_out.pop() == Some(true) => None,
        Event::Start(Tag::Image { dest_url, .. }) => {
            image = Some((dest_url, String::new()));
            None
        }
        Event::End(TagEnd::Image) => {
            let (name, alt) = image.take()?;
            Some(Event::InlineHtml(picture(&name, &alt).into()))
        }
        Event::Text(text) if image.is_some() => {
            image.as_mut()?.1.push_str(&text);
            None
        }
        other => Some(other),
    });
    let mut written = String::new();
    html::push_html(&mut written, events);
    // The page's policy has no room for styles in the text.
    written.replace(r#"style="text-align: right""#, r#"class="right""#)
}

/// A picture with its size, so that the text below it stays where it is when it comes.
fn picture(name: &str, alt: &str) -> String {
    let file = ResultFiles::get(name).map(|file| file.data);
    let text = file.as_deref().and_then(|bytes| str::from_utf8(bytes).ok());
    let head = text
        .and_then(|text| text.split_once('>'))
        .map(|(head, _)| head);
    let size = |name: &str| {
        let (_, rest) = head?.split_once(&format!(" {name}=\""))?;
        let (number, _) = rest.split_once('"')?;
        number.parse::<u32>().ok()
    };
    let size = ["width", "height"].map(|side| {
        let number = size(side);
        number.map_or(String::new(), |number| format!(r#" {side}="{number}""#))
    });
    let escape = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        text.replace('"', "&quot;")
    };
    let (name, alt, size) = (escape(name), escape(alt), size.concat());
    format!(r#"<img src="results/{name}" alt="{alt}"{size} />"#)
}

/// Where a link of a document leads, relative to the page of results; `None` for files of the
/// project that are not served.
fn target(link: &str) -> Option<CowStr<'static>> {
    if link.starts_with("https://") {
        return Some(link.to_owned().into());
    }
    if let Some(name) = link.strip_suffix(".md") {
        return ResultFiles::get(link).map(|_| format!("results.html#{name}").into());
    }
    ResultFiles::get(link).map(|_| format!("results/{link}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_becomes_html_whose_links_lead_somewhere() {
        let text = "# Title\n\nSee [5×5](quixo5.md), [data](quixo5.json), [code](../x.rs) and \
            <https://example.org>.\n\n<script>no</script>\n\n![shares & \"more\"](quixo5-outcomes.svg)\n\n|a|\n|-:|\n|1|\n";
        let html = render(text);
        assert!(!html.contains("Title"));
        assert!(html.contains(r#"<a href="results.html#quixo5">5×5</a>"#));
        assert!(html.contains(r#"<a href="results/quixo5.json">data</a>"#));
        assert!(html.contains(" code and "));
        assert!(html.contains(r#"<a href="https://example.org">"#));
        assert!(html.contains("&lt;script&gt;") && !html.contains("<script"));
        assert!(html.contains(r#"<td class="right">1</td>"#) && !html.contains("style="));
        let picture =
            r#"<img src="results/quixo5-outcomes.svg" alt="shares &amp; &quot;more&quot;" width=""#;
        assert!(html.contains(picture), "{html}");
    }

    #[test]
    fn every_document_of_the_project_has_a_title() {
        for file in ResultFiles::iter() {
            if let Some(name) = file.strip_suffix(".md") {
                assert!(title(&text(name).unwrap()).is_some(), "{name}");
            }
        }
    }
}
