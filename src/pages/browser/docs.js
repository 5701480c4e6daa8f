/* global SwaggerUIBundle */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const { guide } = document.currentScript.dataset;
document.documentElement.classList.toggle('guide', guide !== '');
SwaggerUIBundle({
  dom_id: '#reference',
  // The guide is shown as the description of an interface without routes: it gets the look of the reference.
  ...(guide
    ? { spec: { openapi: '3.1.0', info: { title: '', version: '', description: guide }, paths: {} } }
    : { url: 'v1/openapi.json' }),
  // Otherwise Swagger UI sends the description to a validator of another site.
  validatorUrl: null,
  deepLinking: true,
  // The list of schemas is closed at first, since each operation shows its own.
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
