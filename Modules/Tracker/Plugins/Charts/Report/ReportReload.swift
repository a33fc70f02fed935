import Strata

/// The script that reloads an open report when its file changes.
///
/// A page from a file may not read files, not even its own. Reloading it every few seconds would
/// lose the reader's selection. But it may show its own file in a hidden frame, and the page in the
/// frame may post it a message with the file's present version. If that differs, the page reloads
/// and restores its scroll position. This works from a file and from a server, with nothing but the
/// page itself. Without scripts, the page reloads every 30 seconds.
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

/// A stream of signals that something was saved.
///
/// Saves during a redraw are merged into one signal. The stream ends when the task is cancelled,
/// and throws if the history can't be followed.
enum SavesToShow {
  static func stream(_ updates: HistoryUpdates) -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          for try await _ in updates { continuation.yield() }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
