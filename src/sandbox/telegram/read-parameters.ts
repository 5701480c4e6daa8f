import { badRequest } from './failure.ts';
import { Parameters } from './parameters.ts';

/** The parameters of a call: those of the query and those of a body in JSON, as a form or in parts. */
export async function readParameters(
  query: URLSearchParams,
  contentType: string | undefined,
  body: unknown,
): Promise<Parameters> {
  const parameters = new Parameters();
  for (const [name, value] of query) parameters.setText(name, value);
  if (Buffer.isBuffer(body) && body.length > 0) await readBody(parameters, contentType ?? '', body);
  return parameters;
}

async function readBody(parameters: Parameters, contentType: string, body: Buffer): Promise<void> {
  const [type] = contentType.toLowerCase().split(';', 1);
  if (type === 'application/json') return readJson(parameters, body.toString('utf8'));
  if (type === 'application/x-www-form-urlencoded') {
    for (const [name, value] of new URLSearchParams(body.toString('utf8'))) parameters.setText(name, value);
    return;
  }
  if (type === 'multipart/form-data') return readParts(parameters, contentType, body);
}

function readJson(parameters: Parameters, text: string): void {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw badRequest("can't parse JSON object");
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badRequest('object expected');
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    parameters.setText(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

async function readParts(parameters: Parameters, contentType: string, body: Buffer): Promise<void> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw badRequest("can't parse the multipart body");
    });
  for (const [name, value] of parts) {
    if (typeof value === 'string') parameters.setText(name, value);
    else {
      const bytes = Buffer.from(await value.arrayBuffer());
      parameters.setFile(name, { name: value.name, type: value.type, bytes });
    }
  }
}
