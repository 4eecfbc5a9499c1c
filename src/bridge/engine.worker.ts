import { EngineSession } from './EngineSession.ts';
import { serveEngine } from './serveEngine.ts';

const session = new EngineSession();
serveEngine(
  session,
  undefined,
  () => session.loadDirectories(),
  () => session.loadQuestions(),
);
