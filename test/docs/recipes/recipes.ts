import { NOTICE } from './notice.ts';
import { MUTATION, ORDER_FACT, ORDER_FILTER } from './order-nickname.ts';
import type { Recipe } from './recipe.ts';
import { ROUTE } from './route.ts';
import { SETTING } from './setting.ts';

/** The sections of docs/changing.md that are replayed, all in one copy of the project. */
export const RECIPES: readonly Recipe[] = [NOTICE, ROUTE, SETTING, ORDER_FACT, MUTATION, ORDER_FILTER];
