/** The zone of an hour on a document, shown where the device has another (lib/pre-paint-script.ts, lib/marks.css). */
export const ZoneMark = () => <span className="zone"> (hora de Lima)</span>
