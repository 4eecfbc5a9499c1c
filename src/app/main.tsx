import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expectPresent } from '../shared/assert.ts';
import '../ui/tokens.css';
import { applyTheme } from '../ui/theme.ts';
import { App } from './App.tsx';

applyTheme();
createRoot(expectPresent(document.getElementById('root'), '#root in index.html')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
