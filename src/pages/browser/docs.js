/* global SwaggerUIBundle */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

SwaggerUIBundle({
  dom_id: '#reference',
  url: 'v1/openapi.json',
  // Without a validator nothing of the description leaves the service.
  validatorUrl: null,
  deepLinking: true,
  // The list of schemas starts closed: operations show theirs.
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
