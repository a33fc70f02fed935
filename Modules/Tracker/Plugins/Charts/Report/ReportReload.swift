/// Lets an open report follow its file.
///
/// A page from a file may not read files, its own neither, and a page that reloads itself each few
/// seconds loses what its reader is about to select. But it may show its own file in a frame that
/// nobody sees, and what stands in the frame may send it a message: the version that the file has now.
/// Where that is another one, the page is reloaded, and stands where it stood. So it works the same
/// from a file and from a server, with nothing but the page itself. Without scripts, it is reloaded
/// each half minute.
enum ReportReload {
  static func script(version: String) -> String {
    """
    <script>
    (function () {
      var version = "\(version)", probe = "#probe";
      if (window !== window.parent && location.hash === probe) {
        window.parent.postMessage({ report: version }, "*");
        window.stop();
        return;
      }
      var place = "report-scroll:" + location.pathname, frame = null;
      try {
        var old = sessionStorage.getItem(place);
        sessionStorage.removeItem(place);
        if (old) addEventListener("load", function () { scrollTo(0, Number(old)); });
      } catch (error) { /* The browser keeps the place by itself, most do. */ }
      addEventListener("message", function (event) {
        if (!frame || event.source !== frame.contentWindow || !event.data.report) return;
        if (event.data.report === version) return;
        try { sessionStorage.setItem(place, String(scrollY)); } catch (error) { }
        location.reload();
      });
      setInterval(function () {
        if (document.hidden) return;
        if (frame) frame.remove();
        frame = document.createElement("iframe");
        frame.hidden = true;
        frame.src = location.href.split("#")[0] + probe;
        document.body.appendChild(frame);
      }, 2000);
    })();
    </script>
    <noscript><meta http-equiv="refresh" content="30"></noscript>

    """
  }
}
