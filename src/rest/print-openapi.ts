import { openApi } from './routes.ts';

process.stdout.write(`${JSON.stringify(openApi, null, 2)}\n`);
