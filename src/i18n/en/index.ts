import { app } from './app.ts';
import { home } from './home.ts';
import { lab } from './lab.ts';
import { link } from './link.ts';
import { settings } from './settings.ts';
import { stage } from './stage.ts';
import { trace } from './trace.ts';

export const en = {
  app,
  home,
  lab,
  link,
  settings,
  stage,
  trace,
};
