/* global YogaGraphiQL */
const { query, workers } = JSON.parse(document.currentScript.dataset.settings);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => new URL(workers[label], location.href).href,
};

// Earlier pages kept the headers, and with them the API key, for good.
for (const name of Object.keys(localStorage)) {
  if (name.startsWith('graphiql:')) localStorage.removeItem(name);
}

// GraphiQL writes a query down when it is edited, and opens an empty tab after a reload when it finds none.
sessionStorage['graphiql:query'] ??= query;

YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  title: 'Proxy reselling gateway',
  defaultQuery: query,
  // Everything that is typed, the API key included, survives a reload and ends with the tab.
  storage: sessionStorage,
  shouldPersistHeaders: true,
  // Where a newcomer has to put the key.
  defaultEditorToolsVisibility: 'headers',
});
