import { en, type En } from './en.ts';

export const ru: En = en;
