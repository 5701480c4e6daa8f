import { z } from 'zod';

// Fields of responses, each with its description and an example.

export const integer = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });
export const string = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });
export const usd = (description: string, example: number) =>
  z.number().meta({ description, examples: [example] });
