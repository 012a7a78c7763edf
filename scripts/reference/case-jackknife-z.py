"""Reference for gate/case-jackknife-z.ts and gate/case-jackknife-mean.ts, written apart from them.

Leaves each case out by dropping its rows and computing r anew (no running sums), in NumPy; t quantiles from SciPy.
Run from the project root:  python3 scripts/reference/case-jackknife-z.py > test/fixtures/gate/case-jackknife.json
"""

import json

import numpy as np
from scipy.stats import beta, t


def data(seed, cases, sizes):
    draw = np.random.default_rng(seed)
    rows = []
    for case in range(cases):
        level = draw.normal(55, 18)
        shift = draw.normal(0, 3)
        for response in range(sizes[case % len(sizes)]):
            truth = level + draw.normal(0, 8)
            consensus = round(truth + draw.normal(0, 2), 3)
            grader = round(truth + shift + draw.normal(0, 5) + 2, 3)
            rows.append((f"r{case:02d}-{response}", f"case-{case:02d}", consensus, grader))
    return rows


def correlation(rows):
    table = np.array([row[2:] for row in rows])
    return np.corrcoef(table[:, 0], table[:, 1])[0, 1]


def jackknife_z(rows, level):
    cases = sorted({row[1] for row in rows})
    n = len(cases)
    r = correlation(rows)
    rest = np.array([correlation([row for row in rows if row[1] != case]) for case in cases])
    zi, z = np.arctanh(rest), np.arctanh(r)
    zbar = zi.mean()
    p = (n - 1) * (zbar - zi)
    se = np.sqrt((n - 1) / n * ((zi - zbar) ** 2).sum())
    corrected = n * z - (n - 1) * zbar
    k = (p**4).mean() / (p**2).mean() ** 2
    df = float(np.clip(2 * n / (k - (n - 3) / (n - 1)), 2, n - 1))
    q = t.ppf(1 - (1 - level) / 2, df)
    worst = int(np.argmax(np.abs(p)))
    return {
        "level": level,
        "r": r,
        "z": z,
        "corrected": corrected,
        "standardError": se,
        "df": df,
        "low": np.tanh(corrected - q * se),
        "high": np.tanh(corrected + q * se),
        "mostInfluential": {"caseId": cases[worst], "influence": p[worst], "valueWithout": rest[worst]},
    }


def jackknife_mean(rows, level, quantity):
    cases = sorted({row[1] for row in rows})
    n = len(cases)
    value = np.mean([quantity(row) for row in rows])
    rest = np.array([np.mean([quantity(row) for row in rows if row[1] != case]) for case in cases])
    se = np.sqrt((n - 1) / n * ((rest - rest.mean()) ** 2).sum())
    q = t.ppf(1 - (1 - level) / 2, n - 1)
    return {"value": value, "low": value - q * se, "high": value + q * se}


sets = []
for seed, cases, sizes, level in [(7, 30, [5], 0.95), (11, 12, [1, 4, 2], 0.9), (13, 3, [3], 0.95)]:
    rows = data(seed, cases, sizes)
    sets.append(
        {
            "name": f"{cases} cases of {'/'.join(map(str, sizes))} responses at level {level}",
            "rows": [dict(zip(("itemId", "caseId", "consensus", "grader"), row)) for row in rows],
            "z": jackknife_z(rows, level),
            "bias": jackknife_mean(rows, level, lambda row: row[3] - row[2]),
            "mae": jackknife_mean(rows, level, lambda row: abs(row[3] - row[2])),
        }
    )

proportions = []
for x, n, level in [(0, 200, 0.95), (4, 50, 0.95), (200, 200, 0.95), (1, 1, 0.95), (7, 143, 0.975)]:
    tail = (1 - level) / 2
    proportions.append(
        {
            "events": x,
            "n": n,
            "level": level,
            "low": 0.0 if x == 0 else beta.ppf(tail, x, n - x + 1),
            "high": 1.0 if x == n else beta.ppf(1 - tail, x + 1, n - x),
        }
    )

print(json.dumps({"sets": sets, "proportions": proportions}, indent=1, default=float))
