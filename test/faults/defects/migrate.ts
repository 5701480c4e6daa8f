import { migrate } from '../../../src/kit/migrations.ts';

// node --import plant.ts?defect=... migrate.ts DATABASE_URL: the schema, with the defects that stand in it.

await migrate(process.argv[2] ?? '');
