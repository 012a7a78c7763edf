/** Name of this form of the report; it changes when a key is added, taken away or means something else. */
export const reportSchema = 'concord.report/4';
