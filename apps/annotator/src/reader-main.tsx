import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { UnreachableError } from './api/problem-error.ts';
import { ReaderApp } from './app/reader/reader-app.tsx';
import { LanguageProvider } from './language/language.tsx';
import './theme/base.css';
import './theme/room.css';
import './app/reader/reader.css';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      retry: (count, error) => error instanceof UnreachableError && count < 2,
    },
  },
});

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <ReaderApp />
      </LanguageProvider>
    </QueryClientProvider>,
  );
