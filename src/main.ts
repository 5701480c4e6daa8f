import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Otherwise each command compiles the program again. Where this folder cannot be written, nothing is kept.
// What is imported here would be compiled before, so everything else is imported below. This file itself is
// kept only where NODE_COMPILE_CACHE names the folder, as in package.json for commands.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

const { applyOperatorCommand } = await import('./config/config.ts');
applyOperatorCommand(process.env);
const [mode, ...args] = process.argv.slice(2);
if (mode === 'operator') {
  const { operate } = await import('./app/operate.ts');
  await operate(args);
} else {
  const { startService } = await import('./app/start-service.ts');
  await startService();
}
