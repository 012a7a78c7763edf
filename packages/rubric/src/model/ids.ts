declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Study key of a case, as in the bundle. Never leaves the server on a rater route. */
export type CaseId = Branded<'CaseId'>;
/** Study key of a response, as in the bundle. Never leaves the server on a rater route. */
export type ResponseId = Branded<'ResponseId'>;
/** Opaque key of one item on one rater's list. */
export type RaterItemId = Branded<'RaterItemId'>;
/** Opaque key of a case for one rater. */
export type RaterCaseId = Branded<'RaterCaseId'>;
/** Opaque key of an image for one rater. */
export type RaterImageId = Branded<'RaterImageId'>;

// The only place that makes branded ids: a cast is how a brand is given.
export const toCaseId = (text: string): CaseId => text as CaseId;
export const toResponseId = (text: string): ResponseId => text as ResponseId;
export const toRaterItemId = (text: string): RaterItemId => text as RaterItemId;
export const toRaterCaseId = (text: string): RaterCaseId => text as RaterCaseId;
export const toRaterImageId = (text: string): RaterImageId => text as RaterImageId;
