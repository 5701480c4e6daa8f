const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

// The guide has its text in the page, and only its look from there.
globalThis.SwaggerUIBundle?.({
  dom_id: '#reference',
  url: 'v1/openapi.json',
  // Otherwise Swagger UI sends the description to a validator of another site.
  validatorUrl: null,
  deepLinking: true,
  // The list of schemas is closed at first, since each operation shows its own.
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
