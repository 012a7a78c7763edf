let token = '';

/** Token of the session that writes must carry; empty when nobody is signed in. Kept in memory only. */
export const csrfToken = (): string => token;

export function setCsrfToken(value: string): void {
  token = value;
}
