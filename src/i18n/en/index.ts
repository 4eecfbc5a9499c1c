import { app } from './app.ts';
import { home } from './home.ts';
import { lab } from './lab.ts';
import { link } from './link.ts';
import { fidelity } from './fidelity.ts';
import { incidents } from './incidents.ts';
import { importing } from './import.ts';
import { formulas } from './formulas.ts';
import { lesson } from './lesson.ts';
import { metrics } from './metrics.ts';
import { scenario } from './scenario.ts';
import { settings } from './settings.ts';
import { shareGroups } from './shareGroups.ts';
import { stage } from './stage.ts';
import { storage } from './storage.ts';
import { trace } from './trace.ts';

export const en = {
  app,
  home,
  lab,
  link,
  fidelity,
  formulas,
  importing,
  incidents,
  lesson,
  metrics,
  scenario,
  settings,
  shareGroups,
  stage,
  storage,
  trace,
};
