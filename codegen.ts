import type { CodegenConfig } from '@graphql-codegen/cli';

/** Generates types for the documents that the tests send, from the committed schema, as a frontend would. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'test/graphql/documents/*.graphql',
  generates: {
    'test/graphql/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { USD: 'string', DateTime: 'string', Date: 'string' },
        importExtension: '.ts',
      },
    },
  },
};

export default config;
