import { createRoot } from 'react-dom/client';
import '../../ui/tokens.css';
import { expectPresent } from '../../shared/assert.ts';
import { Gallery } from './Gallery.tsx';

// `npm run dev`, then /src/views/gallery/index.html?frame=healthy&theme=dark. Not part of the product.
const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
createRoot(expectPresent(document.getElementById('root'), '#root')).render(
  <Gallery only={query.get('frame')} hero={query.has('hero')} />,
);
