import { EngineSession } from './EngineSession.ts';
import { serveEngine } from './serveEngine.ts';

serveEngine(new EngineSession());
