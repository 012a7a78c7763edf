import type { z } from 'zod';

/** One HTTP route as a plain value that server and browser share. Undeclared keys in a reply are an error. */
export type RouteContract = {
  audience: 'anyone' | 'rater' | 'adjudicator' | 'curator';
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Fastify notation: `/api/rater/items/:itemId`. */
  path: string;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Body of the 2xx answer; a route of bytes has none. */
  reply?: z.ZodType;
};

export const defineRoute = <const Route extends RouteContract>(route: Route): Route => route;
