/* global YogaGraphiQL */
const { query, workers } = JSON.parse(document.currentScript.dataset.settings);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => new URL(workers[label], location.href).href,
};

// Anybody may have written a link, and the play button sends the session's cookie: nothing of the address is
// taken, nor what an earlier version of the page has stored, which took it, and kept API keys without an end.
if (location.search) history.replaceState(null, '', location.pathname);
for (const storage of sessionStorage['graphiql:typed'] ? [localStorage] : [localStorage, sessionStorage]) {
  for (const name of Object.keys(storage)) if (name.startsWith('graphiql:')) storage.removeItem(name);
}
sessionStorage['graphiql:typed'] = 'only what was typed here is stored';

// GraphiQL stores a query only when it is edited, and opens an empty tab after a reload when it finds none.
sessionStorage['graphiql:query'] ??= query;

YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  title: 'Proxy reselling gateway',
  defaultQuery: query,
  // What is typed, the API key included, is kept over a reload and deleted with the tab.
  storage: sessionStorage,
  shouldPersistHeaders: true,
  // The headers are shown at first, since the API key has to be entered there.
  defaultEditorToolsVisibility: 'headers',
  // In place of one that writes the query into the address, where nobody would read it.
  onEditQuery() {},
});
