import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/base.css';
import './theme/bench.css';
import './app/bench/bench-page.css';
import { ProblemError } from './api/problem-error.ts';
import { BenchApp } from './app/bench/bench-app.tsx';
import { LanguageProvider } from './language/language.tsx';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal will not change by asking again; a lost connection may.
      retry: (count, error) => !(error instanceof ProblemError) && count < 2,
      staleTime: 5_000,
    },
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <LanguageProvider>
        <BenchApp />
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
);
