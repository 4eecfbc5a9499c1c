import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expectPresent } from '../shared/assert.ts';
import '../ui/tokens.css';
import { applyTheme } from '../ui/theme.ts';
import { App } from './App.tsx';

function show(): void {
  createRoot(expectPresent(document.getElementById('root'), '#root in index.html')).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

applyTheme();
// For who looks for texts left out of the catalogue, and for what longer texts break.
if (new URLSearchParams(location.search).get('locale') === 'pseudo')
  void import('../i18n/pseudo.ts').then(({ speakPseudo }) => {
    speakPseudo();
    show();
  });
else show();
