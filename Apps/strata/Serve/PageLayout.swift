/// The layout of all pages: the menu, the style sheet, and the script that polls for saves.
struct PageLayout {
  /// The name of the store.
  let store: String
  let canRunSQL: Bool

  func page(
    _ title: String, status: HTTPStatus, menu: HTML, content: [HTML]
  ) -> HTTPResponse {
    var generator = SystemRandomNumberGenerator()
    let nonce =
      String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    let sql: HTML = canRunSQL ? "<a href=\"/sql\">SQL</a>" : ""
    let body: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(title) – \(store)</title><style nonce="\(nonce)">\(Self.style)</style></head><body>
      <nav><a href="./">\(store)</a><a href="history">History</a>\(sql)\(menu)
      <button id="changed" hidden>Changed – show</button></nav>
      <main>\(content)</main><script nonce="\(nonce)">\(Self.script)</script></body></html>
      """
    return HTTPResponse(
      status: status, type: "text/html; charset=utf-8", body: body.markup,
      fields: [
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
      ])
  }

  private static let style: HTML = """
    :root{color-scheme:light dark;--line:light-dark(#ddd,#444);--soft:light-dark(#f5f5f7,#242426);\
    --quiet:light-dark(#666,#aaa);--link:light-dark(#0b57d0,#8ab4f8)}
    *{box-sizing:border-box}
    body{margin:0;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#1a1a1c);\
    color:light-dark(#1a1a1c,#eee)}
    nav{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:.6rem 1rem;background:var(--soft);\
    border-bottom:1px solid var(--line)}
    nav a:first-child{font-weight:600}
    main{padding:1rem;max-width:110rem;margin:auto}
    h1{font-size:1.4rem;margin:.2rem 0 1rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
    a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
    .wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
    table{border-collapse:collapse;width:100%}
    th,td{text-align:left;padding:.4rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
    td{overflow-wrap:break-word;min-width:4rem;max-width:28rem}td:not(.line,.number){min-width:12rem}
    .line,td a{white-space:nowrap}
    tr:last-child td{border-bottom:0}
    th{background:var(--soft);font-weight:600;white-space:nowrap}
    .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.4rem 1.2rem;margin:0}
    dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
    dd ul,td ul,details ul{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.2rem .8rem}
    form{display:flex;gap:.5rem;margin-bottom:1rem;align-items:center}
    nav form{margin:0;font-size:.9em;color:var(--quiet)}nav button,nav input{padding:.15rem .5rem!important;width:auto!important}
    .facets{margin:0 0 1rem;gap:.1rem 1.2rem}.facets [aria-current]{font-weight:600}.facets span{color:var(--quiet)}
    details{margin:1rem 0}.insert{color:light-dark(#176b2c,#7fd694)}.delete{color:light-dark(#b00020,#ff8a80)}
    .past{padding:.5rem .9rem;border-radius:8px;background:light-dark(#eef4ff,#22304a)}
    input[type=search]{flex:1;min-width:0;font:inherit;padding:.4rem .6rem;border:1px solid var(--line);\
    border-radius:6px;background:transparent;color:inherit}
    button{font:inherit;padding:.4rem .9rem;border:1px solid var(--line);border-radius:6px;\
    background:var(--soft);color:inherit;cursor:pointer}
    #changed{margin-left:auto}
    form.object{display:block}.object button{margin-top:1rem}.object dl{grid-template-columns:minmax(8rem,max-content) 1fr}
    textarea,select,input:not([type]),input[type=datetime-local]{width:100%;max-width:44rem;font:inherit;padding:.35rem .5rem;border:1px solid var(--line);\
    border-radius:6px;background:transparent;color:inherit}select{background:light-dark(#fff,#1a1a1c)}
    .nil{display:inline-block;color:var(--quiet);font-size:.9em}.fault{margin:0;color:light-dark(#b00020,#ff8a80)}
    [aria-invalid]{border-color:#c33}
    .none{color:var(--quiet)}.pages{display:flex;gap:1rem;flex-wrap:wrap;color:var(--quiet)}
    .error,.warning{padding:.6rem .9rem;border-radius:8px;border:1px solid #c33;margin:0 0 1rem;white-space:pre-wrap}
    .warning{border-color:#b80}.error p{margin:0}
    @media(max-width:40rem){dl,.object dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}}
    """

  // Asks every two seconds for the number of the last save, and offers to load the page anew.
  private static let script: HTML = """
    let seen;const button=document.getElementById("changed");
    button.onclick=()=>location.reload();
    async function look(){try{const answer=await fetch("/version");if(!answer.ok)throw 0;
    const version=(await answer.json()).version;
    if(seen===undefined)seen=version;else if(seen!==version)button.hidden=false;
    }catch{button.textContent="Not reachable – try again";button.hidden=false}
    setTimeout(look,2000)}
    look();
    """
}
