/* global YogaGraphiQL */
const { query, workers } = JSON.parse(document.currentScript.dataset.settings);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => new URL(workers[label], location.href).href,
};

// Earlier versions of the page stored the headers, and with them the API key, without an end.
for (const name of Object.keys(localStorage)) {
  if (name.startsWith('graphiql:')) localStorage.removeItem(name);
}

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
});
