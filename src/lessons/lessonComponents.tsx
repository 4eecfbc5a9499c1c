import { Causes } from './parts/Causes.tsx';
import { Fact } from './parts/Fact.tsx';
import { BreakIt, Task } from './parts/Goals.tsx';
import { KeySpread, KeySteps } from './parts/Keys.tsx';
import { LookUp } from './parts/LookUp.tsx';
import { NotTrue, Remember } from './parts/Notes.tsx';
import { Option, Predict } from './parts/Predict.tsx';
import { Production } from './parts/Production.tsx';
import { Outcome, Step } from './parts/StepArticle.tsx';
import { WhatBinds } from './parts/WhatBinds.tsx';
import { LessonFormula } from './formulas/LessonFormula.tsx';
import { Matrix } from './matrix/Matrix.tsx';

/** All that the text of a lesson may use. A test renders every step, so an unknown name or a wrong id is found there. */
export const lessonComponents = {
  Step,
  Predict,
  Option,
  Outcome,
  Fact,
  Formula: LessonFormula,
  NotTrue,
  Production,
  Remember,
  Matrix,
  BreakIt,
  Task,
  Causes,
  LookUp,
  KeySteps,
  KeySpread,
  WhatBinds,
};
