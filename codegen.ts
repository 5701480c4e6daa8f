import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';

const config = {
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  scalars: { USD: 'string', DateTime: 'string', Date: 'string', JSON: 'Record<string, unknown>' },
  importExtension: '.ts' as const,
};

/**
 * Generates types from the committed schema: for the documents that the tests send, as a frontend would, and
 * for those of the console, where each component sees only the fields of its own fragment, and each object
 * has its `__typename`.
 */
const codegen: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'test/graphql/generated/': {
      documents: 'test/graphql/documents/*.graphql',
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config,
    },
    'src/console/generated/': {
      documents: ['src/console/**/*.{ts,tsx}', '!src/console/generated/**'],
      preset: 'client',
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'fieldsOf' } },
      documentTransforms: [addTypenameSelectionDocumentTransform],
      config,
    },
  },
};

export default codegen;
